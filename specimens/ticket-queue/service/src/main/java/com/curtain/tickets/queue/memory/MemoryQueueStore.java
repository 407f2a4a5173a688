package com.curtain.tickets.queue.memory;

import com.curtain.tickets.TicketSettings;
import com.curtain.tickets.performance.Performance;
import com.curtain.tickets.performance.Performances;
import com.curtain.tickets.queue.Place;
import com.curtain.tickets.queue.QueueStatus;
import com.curtain.tickets.queue.QueueStore;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Queues of this instance alone; they end with it. */
@Component
@ConditionalOnProperty(name = "tickets.store", havingValue = "memory", matchIfMissing = true)
class MemoryQueueStore implements QueueStore {
    private final Map<Long, MemoryQueue> queues;

    MemoryQueueStore(Performances performances, TicketSettings settings) {
        queues = performances.all().stream()
                .collect(Collectors.toUnmodifiableMap(Performance::id, p -> new MemoryQueue(p.capacity(), settings.idleAfter())));
    }

    @Override
    public long enter(Performance performance, String email) {
        return queue(performance).enter();
    }

    @Override
    public Place place(Performance performance, long number) {
        return queue(performance).place(number);
    }

    @Override
    public boolean leave(Performance performance, long number) {
        return queue(performance).leave(number);
    }

    @Override
    public boolean purchase(Performance performance, long number) {
        return queue(performance).purchase(number);
    }

    @Override
    public void advance(Performance performance) {
        queue(performance).advance();
    }

    @Override
    public QueueStatus status(Performance performance) {
        return queue(performance).status();
    }

    private MemoryQueue queue(Performance performance) {
        return queues.get(performance.id());
    }
}
