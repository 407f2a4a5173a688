package com.curtain.tickets.ops;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Receipts that nobody has collected, for the box office. */
@Component
@ConditionalOnExpression("'${tickets.receipts-every}' != '0s'")
class ReceiptReport {
    private static final Logger log = LoggerFactory.getLogger(ReceiptReport.class);

    private final StringRedisTemplate redis;

    ReceiptReport(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Scheduled(fixedRateString = "${tickets.receipts-every}")
    void report() {
        log.info("{} receipts wait to be collected", redis.keys("receipt:*:uncollected").size());
    }
}
