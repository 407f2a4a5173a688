package com.lantern.festival.notice;

import com.lantern.festival.event.Event;
import com.lantern.festival.event.EventMapper;
import java.time.LocalDateTime;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "notices.queries", havingValue = "joined", matchIfMissing = true)
class JoinedUpcomingEvents implements UpcomingEvents {
    private final EventMapper events;

    JoinedUpcomingEvents(EventMapper events) {
        this.events = events;
    }

    @Override
    public List<Event> of(long memberId, LocalDateTime from, LocalDateTime until) {
        return events.bookmarkedWithin(memberId, from, until);
    }
}
