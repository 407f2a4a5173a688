package com.curtain.tickets.queue.event;

import com.curtain.tickets.performance.Performance;
import com.curtain.tickets.performance.Performances;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.core.ResolvableType;
import org.springframework.stereotype.Component;

/** All polls of a performance say the same. What Spring works out for each event is kept too. */
@Component
@ConditionalOnProperty(name = "tickets.event", havingValue = "shared", matchIfMissing = true)
class SharedEvents implements PollEvents {
    private final Map<Long, SharedEvent> events;

    SharedEvents(Performances performances, ApplicationContext context) {
        events = performances.all().stream()
                .collect(Collectors.toUnmodifiableMap(Performance::id, p -> new SharedEvent(context, new QueuePolled(p))));
    }

    @Override
    public Object polled(Performance performance) {
        return events.get(performance.id());
    }

    private static final class SharedEvent extends PayloadApplicationEvent<QueuePolled> {
        private static final ResolvableType TYPE = ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, QueuePolled.class);

        private SharedEvent(ApplicationContext context, QueuePolled polled) {
            super(context, polled);
        }

        @Override
        public ResolvableType getResolvableType() {
            return TYPE;
        }
    }
}
