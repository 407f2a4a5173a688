package com.lantern.festival.notice;

import com.lantern.festival.member.Member;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** They are sent only, and nobody waits for that. */
@Component
@ConditionalOnProperty(name = "notices.worked-out", havingValue = "afterwards", matchIfMissing = true)
class NoticesAfterwards implements LoginNotices {
    private final NoticeSender sender;

    NoticesAfterwards(NoticeSender sender) {
        this.sender = sender;
    }

    @Override
    public Optional<List<Notice>> at(Member member, String messagingToken) {
        sender.send(member, messagingToken);
        return Optional.empty();
    }
}
