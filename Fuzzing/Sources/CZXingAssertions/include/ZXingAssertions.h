// Lets the fuzzer go on where an assertion of ZXing ends a program. Debian builds 1.4 with assertions, and pictures that
// look like a code in one place and like none in the next fail some of them. That is the library's to mend; what it
// costs, a process and one pass of one image, is what decoding has its workers for.
//
// The program is linked with `--wrap=beeline_zxing_read`: a call in which an assertion fails finds nothing, and what it
// leaves behind is no leak. Assertions of everything else end the program, as ever.
#pragma once
