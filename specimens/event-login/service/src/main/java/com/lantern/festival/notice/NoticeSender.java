package com.lantern.festival.notice;

import com.lantern.festival.member.Member;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

@Component
class NoticeSender {
    private final NoticeService notices;

    NoticeSender(NoticeService notices) {
        this.notices = notices;
    }

    @Async("noticeExecutor")
    public void send(Member member, String messagingToken) {
        notices.tell(member, messagingToken);
    }
}
