package com.curtain.tickets.queue.event;

import com.curtain.tickets.queue.QueueStore;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Moves people from the waiting into the working space. */
@Component
class QueueMover {
    private final QueueStore store;

    QueueMover(QueueStore store) {
        this.store = store;
    }

    @EventListener
    void onPoll(QueuePolled event) {
        store.advance(event.performance());
    }
}
