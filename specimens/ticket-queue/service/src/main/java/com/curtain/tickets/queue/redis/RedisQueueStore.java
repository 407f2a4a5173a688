package com.curtain.tickets.queue.redis;

import com.curtain.tickets.TicketSettings;
import com.curtain.tickets.performance.Performance;
import com.curtain.tickets.performance.Performances;
import com.curtain.tickets.queue.Place;
import com.curtain.tickets.queue.QueueStatus;
import com.curtain.tickets.queue.QueueStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** Queues that all instances share. Whatever has to happen at one moment is a script; the clock is that of Redis. */
@Component
@ConditionalOnProperty(name = "tickets.store", havingValue = "redis")
class RedisQueueStore implements QueueStore {
    private static final RedisScript<List> PLACE = Scripts.load("place", List.class);
    private static final RedisScript<Boolean> LEAVE = Scripts.load("leave", Boolean.class);
    private static final RedisScript<Boolean> PURCHASE = Scripts.load("purchase", Boolean.class);
    private static final RedisScript<Long> ADVANCE = Scripts.load("advance", Long.class);
    private static final RedisScript<List> STATUS = Scripts.load("status", List.class);

    private final StringRedisTemplate redis;
    private final Entries entries;
    private final String idleAfterMs;
    private final Map<Long, List<String>> keys;

    RedisQueueStore(StringRedisTemplate redis, Entries entries, TicketSettings settings, Performances performances) {
        this.redis = redis;
        this.entries = entries;
        this.idleAfterMs = Long.toString(settings.idleAfter().toMillis());
        this.keys = performances.all().stream().collect(Collectors.toUnmodifiableMap(Performance::id, QueueKeys::of));
    }

    @Override
    public long enter(Performance performance, String email) {
        return run(entries.enter(), performance, entries.of(performance.id(), email));
    }

    @Override
    public Place place(Performance performance, long number) {
        var found = run(PLACE, performance, Long.toString(number));
        return switch ((String) found.get(0)) {
            case "WAITING" -> Place.waiting(entries.number((String) found.get(1)) - entries.number((String) found.get(2)));
            case "WORKING" -> Place.working();
            default -> Place.outside(number, Long.parseLong((String) found.get(1)), Long.parseLong((String) found.get(2)));
        };
    }

    @Override
    public boolean leave(Performance performance, long number) {
        return run(LEAVE, performance, Long.toString(number));
    }

    @Override
    public boolean purchase(Performance performance, long number) {
        return run(PURCHASE, performance, Long.toString(number));
    }

    @Override
    public void advance(Performance performance) {
        run(ADVANCE, performance, Integer.toString(performance.capacity()), idleAfterMs);
    }

    @Override
    public QueueStatus status(Performance performance) {
        var found = run(STATUS, performance);
        var n = new long[5];
        for (int i = 0; i < n.length; i++) {
            n[i] = Long.parseLong((String) found.get(i));
        }
        return new QueueStatus(n[0], n[1], n[2], n[3], n[4]);
    }

    private <T> T run(RedisScript<T> script, Performance performance, Object... arguments) {
        return redis.execute(script, keys.get(performance.id()), arguments);
    }
}
