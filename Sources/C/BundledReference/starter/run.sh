#!/bin/sh
# A plugin reads a request on each line of its standard input, and answers each with a line on its standard output:
#   {"version":1,"id":7,"action":"NAME","rule":"NAME","parameters":{"text":"hello"}}
#   {"id":7,"status":"done","message":"hello","results":{"said":"hello"}}
# It is started with the first request and kept; when its input ends, it ends. What it writes to standard error is
# shown under its name. "sample":true before "parameters" means: only say what would be done (beeline plugins check).
#
# The members of a request are always in this order, so a shell can parse it. For more than a text or two, use
# jq, or another language: beeline plugins new --language python

while IFS= read -r line; do
  id=${line#*'"id":'}
  id=${id%%,*}
  # The text as it is in JSON, with its backslashes, so it can be copied into JSON.
  text=${line##*'"parameters":{"text":"'}
  text=${text%'"}}'}

  # Do the work here. If it fails: "status":"failed", with the reason in "message".
  printf '{"id":%s,"status":"done","message":"%s","results":{"said":"%s"}}\n' "$id" "$text" "$text"
done
