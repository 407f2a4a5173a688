package com.curtain.tickets.ops;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Receipts of earlier sales, which every real store has. They are written when there are none yet. */
@Component
@ConditionalOnProperty(name = "tickets.store", havingValue = "redis")
class ReceiptArchive implements ApplicationRunner {
    private static final Logger log = LoggerFactory.getLogger(ReceiptArchive.class);
    private static final String WRITTEN = "receipts:written";
    private static final int AT_ONCE = 5_000;
    /** One in so many was never collected. */
    private static final int UNCOLLECTED = 10_000;

    private final StringRedisTemplate redis;
    private final int receipts;

    ReceiptArchive(StringRedisTemplate redis, @Value("${tickets.receipts}") int receipts) {
        this.redis = redis;
        this.receipts = receipts;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (receipts == 0 || !Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(WRITTEN, Integer.toString(receipts)))) {
            return;
        }
        for (int from = 0; from < receipts; from += AT_ONCE) {
            redis.opsForValue().multiSet(batch(from, Math.min(from + AT_ONCE, receipts)));
        }
        log.info("{} receipts of earlier sales are there", receipts);
    }

    private static Map<String, String> batch(int from, int to) {
        var batch = new LinkedHashMap<String, String>();
        for (int n = from; n < to; n++) {
            batch.put("receipt:%08d:%s".formatted(n, n % UNCOLLECTED == 0 ? "uncollected" : "collected"), "2 seats");
        }
        return batch;
    }
}
