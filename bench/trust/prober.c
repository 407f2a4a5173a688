/* A second user of the machine who looks for the inspector of a service: every 5 ms at what listens for one user id, beside the port of the service itself, and at whether it
 * is reached at the addresses of the machine. `reads` also asks it for its page, by which code can be run in the service; `holds` keeps its connection for as long as it can.
 *
 *     prober UID PORT looks|reads|holds ADDRESS...
 *
 * At SIGTERM: looks, longest time between two of them, how often something listened, longest, how often longer than a second, looks and connections off loopback, pages read;
 * times in milliseconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_NS = 5000000, CONNECT_MS = 20, ANSWER_MS = 100 };

static volatile sig_atomic_t ended;

static void end(int signal) {
    (void)signal;
    ended = 1;
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* As the kernel writes an address: 0100007F, or 32 digits of which the last 8 are an address of version 4 where the others say so. */
static int is_loopback(const char *local) {
    size_t length = strlen(local);
    if (length == 32 && strcmp(local, "00000000000000000000000001000000") == 0) return 1;
    if (length == 32 && strncmp(local, "0000000000000000FFFF0000", 24) != 0) return 0;
    return length >= 8 && strcmp(local + length - 2, "7F") == 0;
}

/* The port at which something of the user listens, beside `own`; 0 where nothing does. */
static int listening(const char *table, unsigned user, unsigned own, long *off_loopback) {
    FILE *file = fopen(table, "r");
    char line[512], local[40];
    unsigned port, state, uid, found = 0;
    while (file && fgets(line, sizeof line, file)) {
        int read = sscanf(line, " %*d: %39[0-9A-F]:%X %*[0-9A-F]:%*X %X %*X:%*X %*X:%*X %*X %u", local, &port, &state, &uid);
        if (read != 4 || state != 0x0A || uid != user || port == own) continue;
        found = port;
        if (!is_loopback(local)) *off_loopback += 1;
    }
    if (file) fclose(file);
    return (int)found;
}

/* A connection, or -1. */
static int connected(const char *address, int port) {
    struct sockaddr_storage to = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&to;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&to;
    socklen_t size = sizeof *four;
    if (inet_pton(AF_INET, address, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
    } else if (inet_pton(AF_INET6, address, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        size = sizeof *six;
    } else {
        return -1;
    }
    int fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (connect(fd, (struct sockaddr *)&to, size) == 0) return fd;
    struct pollfd ready = {.fd = fd, .events = POLLOUT};
    int error = 1;
    socklen_t length = sizeof error;
    if (errno == EINPROGRESS && poll(&ready, 1, CONNECT_MS) == 1 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0) return fd;
    close(fd);
    return -1;
}

/* Whether the inspector shows the page with the address of its web socket. */
static int shows_page(int fd) {
    static const char ask[] = "GET /json/list HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    char answer[8192];
    size_t length = 0;
    if (send(fd, ask, sizeof ask - 1, MSG_NOSIGNAL) < 0) return 0;
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    while (length < sizeof answer - 1 && poll(&ready, 1, ANSWER_MS) == 1) {
        ssize_t more = recv(fd, answer + length, sizeof answer - 1 - length, 0);
        if (more <= 0) break;
        length += (size_t)more;
        answer[length] = 0;
        if (strstr(answer, "webSocketDebuggerUrl")) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    unsigned user = (unsigned)atoi(argv[1]), own = (unsigned)atoi(argv[2]);
    int reads = strcmp(argv[3], "looks") != 0, holds = strcmp(argv[3], "holds") == 0;
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    long looks = 0, seen = 0, over = 0, off_loopback = 0, pages = 0;
    double last = now_ms(), gap = 0, opened = 0, longest = 0;
    int held = -1;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (;;) {
        int four = listening("/proc/self/net/tcp", user, own, &off_loopback), six = listening("/proc/self/net/tcp6", user, own, &off_loopback);
        int port = four ? four : six;
        double now = now_ms();
        looks += 1;
        if (now - last > gap) gap = now - last;
        last = now;
        if (port && opened == 0) {
            opened = now;
            seen += 1;
        }
        /* until the look at which it was gone, so never too short */
        if (opened != 0 && (!port || ended)) {
            if (now - opened > longest) longest = now - opened;
            if (now - opened > 1000) over += 1;
            opened = 0;
        }
        if (!port && held >= 0) {
            close(held);
            held = -1;
        }
        if (ended) break;
        for (int i = 4; port && i < argc; i++) {
            int fd = connected(argv[i], port);
            if (fd >= 0) off_loopback += 1, close(fd);
        }
        if (port && reads && held < 0) {
            int fd = connected("127.0.0.1", port);
            if (fd < 0) fd = connected("::1", port);
            /* who holds does so without a word */
            if (fd >= 0 && holds) held = fd;
            else if (fd >= 0) pages += shows_page(fd), close(fd);
        }
        next.tv_nsec += EVERY_NS;
        if (next.tv_nsec >= 1000000000) next.tv_sec += 1, next.tv_nsec -= 1000000000;
        /* after a long look it does not hurry to catch up */
        if (next.tv_sec * 1e3 + next.tv_nsec / 1e6 < now_ms()) clock_gettime(CLOCK_MONOTONIC, &next);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    printf("%ld %.0f %ld %.0f %ld %ld %ld\n", looks, gap, seen, longest, over, off_loopback, pages);
    return 0;
}
