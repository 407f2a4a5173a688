package com.lantern.festival.event;

import java.time.LocalDateTime;

/** A thing to see or do at a festival. */
public record Event(long id, String title, String festival, String place, LocalDateTime startsAt) {
    public boolean startsWithin(LocalDateTime from, LocalDateTime until) {
        return !startsAt.isBefore(from) && startsAt.isBefore(until);
    }
}
