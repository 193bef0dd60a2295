// Lets the fuzzer continue where an assertion of ZXing ends a program. Debian builds 1.4 with assertions, and pictures
// that look like a code in one place and like none in the next fail some of them. That is for the library to fix. Such
// a failure costs a process and one pass of one image, and decoding has its workers for that.
//
// The program is linked with `--wrap=beeline_zxing_read`: a call in which an assertion fails finds nothing, and the
// memory that it leaves allocated does not count as a leak. All other assertions still end the program.
#pragma once
