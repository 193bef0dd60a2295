#!/usr/bin/env bash
# Writes a signed Debian repository from the packages of `make package`, which `apt` can use from any web server or folder:
#
#   OUT/pool/RELEASE/*.deb                        the packages
#   OUT/dists/RELEASE/main/binary-*/Packages.gz   what is in them
#   OUT/dists/RELEASE/{InRelease,Release,Release.gpg}
#   OUT/beeline.asc                               the public key
#
# RELEASE is that of the packages, such as debian12. The repository may have packages of other releases and other versions; they
# stay. New files are put into place at the end, the signed list last, so that a run that fails changes nothing for readers.
#
# usage: KEY=FINGERPRINT Scripts/make-apt.sh FOLDER-OF-PACKAGES OUT
#
# KEY is a secret key of gpg, by its fingerprint or address; gpg asks for its passphrase, if it has one.
set -euo pipefail

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

(($# == 2)) || fail "usage: KEY=FINGERPRINT Scripts/make-apt.sh FOLDER-OF-PACKAGES OUT"
packages=$1 out=$2
[ -n "${KEY:-}" ] || fail "KEY is not set: name the secret key that signs, as KEY=FINGERPRINT; gpg --list-secret-keys has them"
gpg --batch --list-secret-keys -- "$KEY" >/dev/null 2>&1 || fail "gpg has no secret key '$KEY'; gpg --list-secret-keys has them"
shopt -s nullglob
given=("$packages"/*.deb)
((${#given[@]} > 0)) || fail "$packages has no packages; run 'make package'"

# The release that each package is for is in its version, behind the tilde.
suites=$(for package in "${given[@]}"; do
    version=$(dpkg-deb --field "$package" Version)
    [[ $version == *~* ]] || fail "$package: its version $version does not name a release"
    echo "${version##*~}"
done | sort -u)
[[ $suites =~ ^[a-z]+[0-9.]+$ ]] || fail "$packages has packages of several releases: $(echo "$suites" | xargs)"
suite=$suites

mkdir -p "$out/pool/$suite"
out=$(cd "$out" && pwd)
work=$(mktemp -d "$out/.new-XXXXXX")
trap 'rm -rf "$work"' EXIT

# Readers who have the old list still find what it names: a package is never changed under its name.
for package in "${given[@]}"; do
    target=$out/pool/$suite/$(basename "$package")
    if [ -e "$target" ]; then
        cmp -s "$package" "$target" ||
            fail "$target has other bytes than $package, and the same version: raise the version, or begin a new repository"
    else
        install -m 644 "$package" "$target"
    fi
done

cd "$out"
dist=$work/dists/$suite
architectures=$(for package in pool/"$suite"/*.deb; do dpkg-deb --field "$package" Architecture; done |
    sort -u | grep -vx all || dpkg --print-architecture)
for architecture in $architectures; do
    folder=$dist/main/binary-$architecture
    mkdir -p "$folder"
    dpkg-scanpackages --multiversion --arch "$architecture" "pool/$suite" /dev/null 2>"$work/log" >"$folder/Packages" ||
        { cat "$work/log" >&2; fail "the packages of $suite cannot be listed"; }
    gzip -9nk "$folder/Packages"
done

# A copy of an old list is refused after this time; renew it by another run.
date=$(date --utc --rfc-email) until=$(date --utc --rfc-email --date="${DAYS:-365} days")
(
    cd "$dist"
    cat <<END
Origin: Beeline
Label: Beeline
Suite: $suite
Codename: $suite
Date: ${date/+0000/UTC}
Valid-Until: ${until/+0000/UTC}
Architectures: $(echo $architectures)
Components: main
Description: Beeline for $suite
SHA256:
END
    find main -type f | LC_ALL=C sort | while IFS= read -r file; do
        printf ' %s %s %s\n' "$(sha256sum "$file" | cut -c 1-64)" "$(stat -c %s "$file")" "$file"
    done
) >"$work/Release"
mv "$work/Release" "$dist/Release"
gpg --batch --yes --local-user "$KEY" --armor --detach-sign --output "$dist/Release.gpg" "$dist/Release"
gpg --batch --yes --local-user "$KEY" --clear-sign --output "$dist/InRelease" "$dist/Release"
gpg --batch --yes --armor --export --output "$work/beeline.asc" -- "$KEY"

mv -f "$work/beeline.asc" "$out/beeline.asc"
mkdir -p "$out/dists/$suite/main"
for architecture in $architectures; do
    mkdir -p "dists/$suite/main/binary-$architecture"
    for file in Packages Packages.gz; do
        mv -f "$dist/main/binary-$architecture/$file" "dists/$suite/main/binary-$architecture/$file"
    done
done
for file in Release Release.gpg InRelease; do mv -f "$dist/$file" "dists/$suite/$file"; done
echo "$out has $(find "pool/$suite" -name '*.deb' | wc -l) packages for $suite, signed by $KEY"
