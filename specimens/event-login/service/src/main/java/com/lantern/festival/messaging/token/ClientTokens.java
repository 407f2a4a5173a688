package com.lantern.festival.messaging.token;

import com.lantern.festival.member.Member;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/** The device has got its token itself. */
@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "client")
class ClientTokens implements MessagingTokens {
    @Override
    public String of(Member member, String fromClient) {
        if (!StringUtils.hasText(fromClient)) {
            throw new MissingTokenException();
        }
        return fromClient;
    }
}
