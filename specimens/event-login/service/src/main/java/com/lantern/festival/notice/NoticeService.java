package com.lantern.festival.notice;

import com.lantern.festival.event.Event;
import com.lantern.festival.member.Member;
import com.lantern.festival.messaging.push.PushDelivery;
import com.lantern.festival.messaging.push.PushMessage;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Service;

/** Works out what a member is to be told, and sends it to his device. */
@Service
class NoticeService {
    private final UpcomingEvents events;
    private final PushDelivery delivery;
    private final Clock clock;
    private final NoticeSettings settings;

    NoticeService(UpcomingEvents events, PushDelivery delivery, Clock clock, NoticeSettings settings) {
        this.events = events;
        this.delivery = delivery;
        this.clock = clock;
        this.settings = settings;
    }

    List<Notice> tell(Member member, String messagingToken) {
        var notices = due(member, LocalDateTime.now(clock));
        delivery.deliver(notices.stream().map(n -> new PushMessage(messagingToken, n.title(), n.text())).toList());
        return notices;
    }

    private List<Notice> due(Member member, LocalDateTime now) {
        var notices = new ArrayList<Notice>();
        events.of(member.id(), now, now.plus(settings.eventsWithin())).forEach(e -> notices.add(start(e)));
        if (member.passwordChangedAt().isBefore(now.minus(settings.passwordAfter()))) {
            notices.add(changePassword(member));
        }
        return notices;
    }

    private static Notice start(Event event) {
        var text = "%s begins at %s, %s".formatted(event.title(), event.startsAt().toLocalTime(), event.place());
        return new Notice(Notice.Kind.EVENT_START, event.festival(), text);
    }

    private static Notice changePassword(Member member) {
        var text = "%s, your password is of %s".formatted(member.name(), member.passwordChangedAt().toLocalDate());
        return new Notice(Notice.Kind.CHANGE_PASSWORD, "Please change your password", text);
    }
}
