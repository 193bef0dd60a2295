#!/usr/bin/env python3
"""Post-consumption script for paperless-ngx: takes the archive serial number from a code on any page of a document.

PAPERLESS_POST_CONSUME_SCRIPT names this file; PAPERLESS_URL and PAPERLESS_TOKEN are needed beside what paperless-ngx sets.
"""

import json
import os
import re
import urllib.request

import beeline

answer = beeline.scan(os.environ["DOCUMENT_SOURCE_PATH"])
# A page that cannot be read costs itself; the codes of the others are there.
for trouble in (*answer.errors, *([answer.error] if answer.error else [])):
    print(f"page {trouble.page or 1}: {trouble.message}")
# As paperless-ngx does it: the prefix is a setting, and what is not a digit after it does not matter.
prefix = os.environ.get("PAPERLESS_CONSUMER_ASN_BARCODE_PREFIX", "ASN")
written = [(result.text or "").strip() for result in answer]
digits = [re.sub(r"\D", "", text[len(prefix) :]) for text in written if text.startswith(prefix)]
numbers = {int(number) for number in digits if number and int(number) <= 0xFFFF_FFFF}
if len(numbers) == 1:
    request = urllib.request.Request(
        f"{os.environ['PAPERLESS_URL']}/api/documents/{os.environ['DOCUMENT_ID']}/",
        data=json.dumps({"archive_serial_number": numbers.pop()}).encode(),
        headers={"Authorization": f"Token {os.environ['PAPERLESS_TOKEN']}", "Content-Type": "application/json"},
        method="PATCH",
    )
    urllib.request.urlopen(request, timeout=30).close()
elif numbers:
    print(f"several archive serial numbers, none is taken: {sorted(numbers)}")
