package com.lantern.festival.notice;

import com.lantern.festival.event.Event;
import com.lantern.festival.event.EventMapper;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "notices.queries", havingValue = "per-event")
class PerEventUpcomingEvents implements UpcomingEvents {
    private final EventMapper events;

    PerEventUpcomingEvents(EventMapper events) {
        this.events = events;
    }

    @Override
    public List<Event> of(long memberId, LocalDateTime from, LocalDateTime until) {
        return events.bookmarkedIds(memberId).stream()
                .map(events::byId)
                .filter(event -> event.startsWithin(from, until))
                .sorted(Comparator.comparing(Event::startsAt).thenComparing(Event::id))
                .toList();
    }
}
