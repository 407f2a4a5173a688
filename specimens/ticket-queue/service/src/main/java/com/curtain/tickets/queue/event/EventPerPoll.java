package com.curtain.tickets.queue.event;

import com.curtain.tickets.performance.Performance;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "tickets.event", havingValue = "per-poll")
class EventPerPoll implements PollEvents {
    @Override
    public Object polled(Performance performance) {
        return new QueuePolled(performance);
    }
}
