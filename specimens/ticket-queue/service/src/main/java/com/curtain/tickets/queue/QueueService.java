package com.curtain.tickets.queue;

import com.curtain.tickets.performance.Performance;
import com.curtain.tickets.queue.event.PollEvents;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

@Service
public class QueueService {
    private final QueueStore store;
    private final PollEvents events;
    private final ApplicationEventPublisher publisher;

    QueueService(QueueStore store, PollEvents events, ApplicationEventPublisher publisher) {
        this.store = store;
        this.events = events;
        this.publisher = publisher;
    }

    public long enter(Performance performance, String email) {
        return store.enter(performance, email);
    }

    /** The queue moves because people ask: whoever polls sees what his own poll has moved. */
    public Place poll(Performance performance, long number) {
        publisher.publishEvent(events.polled(performance));
        return store.place(performance, number);
    }

    public boolean leave(Performance performance, long number) {
        return store.leave(performance, number);
    }

    public boolean purchase(Performance performance, long number) {
        return store.purchase(performance, number);
    }

    public QueueStatus status(Performance performance) {
        return store.status(performance);
    }
}
