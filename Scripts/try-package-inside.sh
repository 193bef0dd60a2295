#!/usr/bin/env bash
# What Scripts/try-package.sh does inside of the bare system, as its root: nothing for you to start.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

fail() {
    printf '\nFAILED: %s\n' "$*" >&2
    exit 1
}

# Shows a command line of the administrator, and what apt and dpkg say when it fails.
administrator() {
    printf '\n# %s\n' "$1"
    local start=$SECONDS
    (cd /mnt/packages && bash -c "$1") >/tmp/log 2>&1 || { cat /tmp/log && fail "'$1' failed"; }
    echo "($((SECONDS - start)) s)"
}

# Shows a command of a user, which has no network, and what it prints. Fails unless it ends with the status, and each pattern
# is in what it prints.
# usage: user STATUS [PATTERN...] -- COMMAND-LINE
user() {
    local wanted=$1 patterns=() status=0 output
    shift
    while [ "$1" != -- ]; do patterns+=("$1") && shift; done
    printf '\n$ %s\n' "$2"
    output=$(cd "$place" && unshare --net runuser -u visitor -- env -i HOME=/home/visitor LANG=C.UTF-8 TERM=dumb \
        PATH=/usr/bin:/bin timeout 120 bash -o pipefail -c "$2" 2>&1) || status=$?
    printf '%s\n' "$output"
    [ "$status" -eq "$wanted" ] || fail "'$2' ended with status $status, and not $wanted"
    for pattern in ${patterns[@]+"${patterns[@]}"}; do
        grep -qE -- "$pattern" <<<"$output" || fail "'$2' did not print '$pattern'"
    done
}

# Everything in the system but what programs of the system write as they run, and where the user works.
files() {
    find / -xdev \( -path /proc -o -path /mnt -o -path /tmp -o -path /run -o -path /var/log -o -path /var/cache \
        -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /home -o -name '*.uuid' \) -prune -o -print | LC_ALL=C sort
}

scan_examples() { # PROGRAM
    user 0 '9780306406157 \+ 52495' 'UPC-A +036000291452' 'EAN-13 +5901234123457' 'QR Code +https://example.com/' \
        'open-url +would open https://www.amazon.com/dp/0306406152' -- "$1 scan /usr/share/doc/beeline/Examples/*.*[gp]"
}

# The disk of a trial may lose everything.
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/trial
useradd --create-home visitor
place=/home/visitor
before=$(find /home/visitor)
printf '\n# apt-get -q update\n'
apt-get -q -o APT::Update::Error-Mode=any update >/tmp/log 2>&1 || {
    cat /tmp/log
    echo "Skipped: nothing was tried: the archive of packages cannot be reached from the bare system."
    exit 0
}

# 1. The packages, with only the packages that they depend on.
packages=$(cd /mnt/packages && find . -name '*.deb' ! -name '*-dbgsym_*' | sort | xargs)
administrator "apt-get -q install -y --no-install-recommends $packages"

user 0 '^beeline [0-9.]+ \([0-9a-f]+' '^zxing ' '^zbar ' -- 'beeline --version'
user 0 '1 of 5' '5 of 5' 'rule +book.amazon' 'link +ask' 'expired=' -- 'beeline demo'
scan_examples beeline
user 0 'isbn13?.*9784873119045|9784873119045' -- 'beeline resolve --format csv --columns text,kind,url 9784873119045'
user 0 -- 'cd /usr/share/doc/beeline/Examples/Rules && beeline rules test price-list.json'
user 0 '^NAME' 'beeline — ' 'beeline-scan\(1\)' -- 'man beeline | head -n 30'
for page in /usr/share/man/man[157]/beeline*.gz; do
    man -l "$page" >/tmp/log 2>&1 && grep -q ^NAME /tmp/log || fail "man does not show $page"
done
user 0 scan -- '. /usr/share/bash-completion/bash_completion; _completion_loader beeline; COMP_WORDS=(beeline sca) COMP_CWORD=1
    COMP_LINE="beeline sca" COMP_POINT=11; $(complete -p beeline | sed "s/.*-F \([^ ]*\).*/\1/") beeline sca beeline; echo "${COMPREPLY[@]}"'
# The units start the installed programs, and their users have homes.
user 0 '^ExecStart=/usr/bin/beeline serve' '^ExecStart=/usr/bin/beeline live' -- 'grep -h ^ExecStart= /usr/lib/systemd/system/beeline-*.service'
user 1 -- 'grep -rE "@[a-z]+@" /usr/lib/systemd/system/beeline-* /usr/libexec/beeline-view /usr/share/applications/io.github.beeline.*'
if command -v systemd-sysusers >/dev/null; then
    user 0 '/var/lib/beeline-serve' -- 'getent passwd beeline'
    user 0 '/var/lib/beeline-live' -- 'getent passwd beeline-live'
fi
user 0 '^same$' -- 'beeline rules schema | cmp - /usr/share/beeline/beeline-rules.schema.json && echo same'
user 0 '^9780306406157 isbn book.amazon$' -- "python3 -c '
import beeline
for result in beeline.scan(\"/usr/share/doc/beeline/Examples/book.jpg\"): print(result.text, result.kind, result.rule)'"
if [ -e /usr/share/doc/libbeeline0 ]; then
    user 0 '"rule":"shop.book"' -- 'cd /usr/share/doc/beeline/Examples && python3 Python/resolve_with_ctypes.py Rules/shop.json 9784873119045'
fi
[ "$before" = "$(find /home/visitor)" ] || fail "files appeared in the home of a user who performed nothing: $(find /home/visitor)"
user 2 'libmicrohttpd' -- 'beeline serve --for 1s'

# 2. What is recommended.
recommended=$(dpkg-query --show --showformat '${Recommends}' beeline | tr -d ,)
[ -z "${CI:-}" ] || recommended=${recommended/ffmpeg/}
administrator "apt-get -q install -y --no-install-recommends $recommended"
files >/tmp/installed
place=/tmp/work
install -d -o visitor /tmp/work
user 0 -- 'beeline draw https://example.com/ -o poster.png && beeline draw --as ean-13 9780306406157 -o book.pdf'
user 0 'poster.png' 'QR Code +https://example.com/' 'book.pdf' 'EAN-13 +9780306406157' -- 'beeline scan poster.png book.pdf'
user 0 '^HTTP/1.1 200' 'ok' -- 'beeline serve --listen "unix:$PWD/serve.sock" --host localhost --for 30s >log 2>&1 &
until [ -S serve.sock ]; do sleep 0.1; done
python3 -c "
import socket
server = socket.socket(socket.AF_UNIX)
server.connect(\"serve.sock\")
server.sendall(b\"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n\")
print(server.makefile().read())"
kill %1 && wait %1'
if command -v ffmpeg >/dev/null; then
    user 0 'https://example.com/' -- 'ffmpeg -v error -loop 1 -i poster.png -t 2 -pix_fmt yuv420p poster.mkv && beeline live video:poster.mkv'
fi

# The pages as they are installed: their commands, run as written beside their examples, and their links.
user 0 ' 0 failed' -- 'cp -r /usr/share/doc/beeline pages && cd pages && python3 /mnt/scripts/try-pages.py README.md Docs/GettingStarted.md'
user 0 -- 'python3 /mnt/scripts/check-links.py /usr/share/doc/beeline /usr/share/man'

# 3. Nothing is left.
administrator "apt-get -q purge -y $(dpkg-query --show --showformat '${Package} ' '*beeline*')"
files >/tmp/purged
if left=$(grep -i beeline /tmp/purged || LC_ALL=C comm -13 /tmp/installed /tmp/purged | grep .); then
    fail "left after apt-get purge: $left"
fi

# 4. The archive, from a folder with a blank in its name; the libraries are still there.
user 0 -- 'mkdir "a folder" && tar -xf /mnt/packages/beeline-*.tar.gz -C "a folder" --strip-components=1 && ls "a folder"'
user 0 'beeline [0-9.]+ \(' '^zxing ' -- '"a folder/bin/beeline" --version'
user 0 'EAN-13 +9780306406157' -- '"a folder/bin/beeline" scan "a folder/share/doc/beeline/Examples/book.jpg"'
user 0 -- '"a folder/bin/beeline" draw https://example.com/ -o again.png && cmp again.png poster.png'
printf '\nThe packages and the archive passed.\n'
