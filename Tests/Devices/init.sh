#!/bin/busybox sh
# The first program of the virtual machine of Scripts/test-devices.sh: it loads the modules, puts the files of the host
# where they are there, for reading only, runs guest.py on the second serial port, and switches the machine off.

/bin/busybox --install -s /bin
mount -t devtmpfs devices /dev
mount -t proc proc /proc
for module in /modules/*; do
    case $module in
    # With the input and output that guest.py joins.
    *-vivid.ko) insmod "$module" node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1 ;;
    *) insmod "$module" ;;
    esac
done

mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 host /host || poweroff -f
checkout=$(cat /path)
mount --bind "/host$checkout" /checkout
mount -t tmpfs tmp /host/tmp
mount -t tmpfs run /host/run
mount -t proc proc /host/proc
mount -t sysfs sys /host/sys
mount -t devtmpfs devices /host/dev
# It may be below /tmp.
mkdir -p "/host$checkout"
mount --bind /checkout "/host$checkout"

stty raw </dev/ttyS1
chroot /host /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/tmp LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 /usr/bin/python3 "$checkout/Tests/Devices/guest.py" </dev/null >/dev/ttyS1 2>&1
sync
poweroff -f
