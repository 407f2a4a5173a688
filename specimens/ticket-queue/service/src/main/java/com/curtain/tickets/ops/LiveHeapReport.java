package com.curtain.tickets.ops;

import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** What is in use without the garbage, for the dashboard that plans the memory of the pods. */
@Component
@ConditionalOnExpression("'${tickets.live-heap-every}' != '0s'")
class LiveHeapReport {
    private static final Logger log = LoggerFactory.getLogger(LiveHeapReport.class);

    @Scheduled(fixedRateString = "${tickets.live-heap-every}")
    void report() {
        System.gc();
        log.info("live heap {} kB", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024);
    }
}
