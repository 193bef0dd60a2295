#define _GNU_SOURCE
#include "Terminal.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>

int beeline_set_line(int terminal, const struct beeline_line *line) {
    struct termios settings;
    if (tcgetattr(terminal, &settings)) return errno;
    if (flock(terminal, LOCK_EX | LOCK_NB)) return errno;
    if (ioctl(terminal, TIOCEXCL)) return errno;
    cfmakeraw(&settings);
    settings.c_iflag &= ~(tcflag_t)(IXON | IXOFF | IXANY | INPCK);
    // Bytes with a wrong parity are dropped; else they come as NUL.
    if (line->parity != 'n') settings.c_iflag |= INPCK | IGNPAR;
    settings.c_iflag |= IGNBRK;
    settings.c_cflag &= ~(tcflag_t)(CSIZE | PARENB | PARODD | CSTOPB | CRTSCTS);
    settings.c_cflag |= CLOCAL | CREAD | (line->bits == 7 ? CS7 : CS8);
    if (line->parity != 'n') settings.c_cflag |= PARENB;
    if (line->parity == 'o') settings.c_cflag |= PARODD;
    if (line->stops == 2) settings.c_cflag |= CSTOPB;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    // The GNU library takes numbers as well as its own constants.
    if (cfsetspeed(&settings, line->speed)) return errno;
    if (tcsetattr(terminal, TCSANOW, &settings)) return errno;
    // It has succeeded when it could do anything of what it was asked for.
    struct termios made;
    if (tcgetattr(terminal, &made)) return errno;
    if ((made.c_cflag ^ settings.c_cflag) & (CSIZE | PARENB | CSTOPB)) return EINVAL;
    tcflush(terminal, TCIFLUSH);
    return 0;
}
