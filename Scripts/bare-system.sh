# Makes a bare system of Debian or Ubuntu in a folder, for scripts that try Beeline on it. They source this file; it needs
# `set -euo pipefail`, and bash.

# Ends the script: nothing could be tried here, which is not a failure. NOTHING says what was not tried.
skip() {
    echo "Skipped: $nothing: $1"
    exit 0
}

# Makes FOLDER/root, unless it is there, with what debootstrap installs of SUITE and further packages, named with commas.
# usage: make_bare_system SUITE FOLDER [PACKAGES]
make_bare_system() {
    local suite=$1 folder=$2 packages=${3:-}
    # debootstrap and chroot are not on the PATH of everyone.
    PATH=$PATH:/usr/sbin:/sbin
    [ "$(id -u)" -eq 0 ] || skip "only root can make a system in a folder and change into it."
    unshare --mount --pid --fork sh -c 'mount --bind . . && mount -t proc proc /proc' 2>/dev/null || skip "folders cannot be mounted here; this machine may be a container."
    [ ! -e "$folder/root" ] || return 0
    command -v debootstrap >/dev/null || skip "there is no debootstrap; Debian and Fedora have a package of that name."
    rm -rf "$folder/new"
    mkdir -p "$folder/new"
    echo "Making $folder/root"
    if ! debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$folder/new" >"$folder/debootstrap.log" 2>&1; then
        tail -n 5 "$folder/debootstrap.log"
        skip "debootstrap failed; $folder/debootstrap.log says why."
    fi
    mv "$folder/new" "$folder/root"
}
