#!/usr/bin/env bash
# Tries cameras, keyboards and HID scanners on devices of a real kernel: boots Debian's in a virtual machine, which sees the
# files of this one for reading only, and runs Tests/Devices/guest.py there. Where the processor cannot run the machine, it
# is emulated.
#
# usage: Scripts/test-devices.sh     (after 'make build')
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=.build/devices
minutes=8

skip() {
    echo "Skipped: $1"
    exit 0
}

[ -x .build/release/beeline ] || { echo "Run 'make build' first."; exit 1; }
[ "$(uname -m)" = x86_64 ] || skip "the virtual machine is one for x86_64."
command -v apt-get >/dev/null || skip "the kernel is Debian's, and there is no apt-get here."
Scripts/install-dependencies.sh devices
# depmod and modprobe are not on the PATH of everyone.
PATH=$PATH:/usr/sbin:/sbin

# The kernel and its modules, as files: nothing is installed.
package=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }')
[ -n "$package" ] || skip "apt-get knows no linux-image-amd64: this is not Debian, or 'apt-get update' was never run."
version=${package#linux-image-}
kernel=$folder/$version
if [ ! -e "$kernel/ready" ]; then
    rm -rf "$folder"
    mkdir -p "$kernel"
    # As root, apt would use another user to write the file, who has no permission.
    (cd "$folder" && apt-get -q -o APT::Sandbox::User=root download "$package")
    dpkg -x "$folder/$package"_*.deb "$kernel"
    rm "$folder/$package"_*.deb
    depmod -b "$kernel" "$version"
    touch "$kernel/ready"
fi

# What the kernel starts with: busybox, the first program, and the modules in the order in which they are loaded.
start=$folder/start
rm -rf "$start"
mkdir -p "$start"/{bin,dev,proc,host,checkout,modules}
cp "$(command -v busybox)" "$start/bin/busybox"
install -m 755 Tests/Devices/init.sh "$start/init"
printf '%s' "$PWD" >"$start/path"
number=100
modprobe -d "$kernel" -S "$version" -a --show-depends virtio_pci 9pnet_virtio 9p evdev uinput uhid hid-generic vivid |
    sed -n 's/^insmod //; s/ *$//p' | awk '!seen[$0]++' | while IFS= read -r file; do
    cp "$file" "$start/modules/$((number++))-$(basename "$file")"
done
(cd "$start" && find . | busybox cpio -o -H newc 2>/dev/null) >"$folder/start.cpio"

# Where the processor cannot virtualise, /dev/kvm may open nevertheless (pvm), and runs kernels alone that are made for it.
accelerator=(-accel tcg -cpu max)
if grep -qwE 'vmx|svm' /proc/cpuinfo && { : <>/dev/kvm; } 2>/dev/null; then accelerator=(-accel kvm -cpu host); fi

# The first serial port is the console; the second one has what the guest prints.
timeout --foreground "$((minutes * 60))" nice qemu-system-x86_64 \
    -machine pc "${accelerator[@]}" -smp 1 -m 1536 -nodefaults -no-user-config -display none -no-reboot \
    -kernel "$kernel/boot/vmlinuz-$version" -initrd "$folder/start.cpio" -append "console=ttyS0 panic=-1" \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    -serial "file:$folder/console.txt" -serial stdio </dev/null | tee "$folder/output.txt" || true

# Without a count the guest has not come to its end.
if ! grep -qE '^[0-9]+ passed, [0-9]+ failed$' "$folder/output.txt"; then
    echo "The virtual machine failed, or took more than $minutes minutes. Its last words, in $folder/console.txt:"
    tail -n 20 "$folder/console.txt"
    exit 1
fi
grep -qE '^[1-9][0-9]* passed, 0 failed$' "$folder/output.txt"
