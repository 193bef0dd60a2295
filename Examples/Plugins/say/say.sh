#!/bin/sh
# Says texts aloud, with the first of these programs that is there. Debian: apt install espeak-ng
for speaker in spd-say espeak-ng espeak; do
  if command -v "$speaker" >/dev/null 2>&1; then break; fi
  speaker=
done

# The members of a request come in one order, so it can be split here: … "id":7, … "parameters":{"text":"…"}}
while IFS= read -r line; do
  id=${line#*'"id":'}
  id=${id%%,*}
  text=${line##*'"parameters":{"text":"'}
  text=${text%'"}}'}
  # JSON puts a backslash before quotes and backslashes; what else it escapes is nothing that is said.
  text=$(printf '%s' "$text" | sed 's/\\u[0-9a-fA-F]\{4\}/ /g; s/\\[bfnrt]/ /g; s/\\\(.\)/\1/g')

  case $line in
  *'"sample":true,"parameters":'*) answer='"status":"done","message":"would say it with '${speaker:-nothing}'"' ;;
  *)
    if [ -z "$speaker" ]; then
      answer='"status":"failed","message":"no program that speaks is there; apt install espeak-ng"'
    # Text that begins with a dash is spoken too, not read as an option.
    elif "$speaker" -- "$text" >&2 </dev/null; then
      answer='"status":"done","message":"said"'
    else
      answer='"status":"failed","message":"'$speaker' did not say it"'
    fi
    ;;
  esac
  printf '{"id":%s,%s}\n' "$id" "$answer"
done
