package com.curtain.tickets.queue;

import com.curtain.tickets.TicketSettings;
import com.curtain.tickets.performance.Performance;
import com.curtain.tickets.performance.Performances;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Opens the queues: members who have registered before the sale have the first numbers. A queue that is open already stays as it is. */
@Component
class PreRegistration implements ApplicationRunner {
    private static final Logger log = LoggerFactory.getLogger(PreRegistration.class);

    private final QueueStore store;
    private final Performances performances;
    private final int members;

    PreRegistration(QueueStore store, Performances performances, TicketSettings settings) {
        this.store = store;
        this.performances = performances;
        this.members = settings.preregistered();
    }

    @Override
    public void run(ApplicationArguments arguments) {
        performances.all().stream().filter(p -> store.status(p).issued() == 0).forEach(this::open);
    }

    private void open(Performance performance) {
        for (int n = 1; n <= members; n++) {
            store.enter(performance, "member%05d.%d@members.curtain.example".formatted(n, performance.id()));
        }
        log.info("queue of performance {} is open, {} members have registered before", performance.id(), members);
    }
}
