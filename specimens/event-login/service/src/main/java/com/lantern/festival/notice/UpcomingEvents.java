package com.lantern.festival.notice;

import com.lantern.festival.event.Event;
import java.time.LocalDateTime;
import java.util.List;

/** Events that a member has bookmarked and that begin in a stretch of time. */
interface UpcomingEvents {
    List<Event> of(long memberId, LocalDateTime from, LocalDateTime until);
}
