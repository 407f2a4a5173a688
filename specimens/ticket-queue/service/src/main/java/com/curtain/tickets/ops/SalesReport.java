package com.curtain.tickets.ops;

import com.curtain.tickets.performance.Performances;
import com.curtain.tickets.queue.QueueService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** How the sale goes, for the box office. */
@Component
@ConditionalOnExpression("'${tickets.sales-every}' != '0s'")
class SalesReport {
    private static final Logger log = LoggerFactory.getLogger(SalesReport.class);

    private final Performances performances;
    private final QueueService queues;

    SalesReport(Performances performances, QueueService queues) {
        this.performances = performances;
        this.queues = queues;
    }

    @Scheduled(fixedRateString = "${tickets.sales-every}")
    void report() {
        performances.all().forEach(p -> log.info("{}: {}", p.title(), queues.status(p)));
    }
}
