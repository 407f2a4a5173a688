package com.lantern.festival.notice;

import com.lantern.festival.member.Member;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The answer tells them, and they are sent besides. */
@Component
@ConditionalOnProperty(name = "notices.worked-out", havingValue = "response")
class NoticesInResponse implements LoginNotices {
    private final NoticeService notices;

    NoticesInResponse(NoticeService notices) {
        this.notices = notices;
    }

    @Override
    public Optional<List<Notice>> at(Member member, String messagingToken) {
        return Optional.of(notices.tell(member, messagingToken));
    }
}
