package com.curtain.tickets.ops;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** How many threads do what, for the dashboard. */
@Component
@ConditionalOnExpression("'${tickets.threads-every}' != '0s'")
class ThreadReport {
    private static final Logger log = LoggerFactory.getLogger(ThreadReport.class);

    @Scheduled(fixedRateString = "${tickets.threads-every}")
    void report() {
        var threads = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        Map<Thread.State, Long> states = Arrays.stream(threads).collect(Collectors.groupingBy(ThreadInfo::getThreadState, Collectors.counting()));
        log.info("threads {}", states);
    }
}
