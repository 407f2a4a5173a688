package com.lantern.festival.messaging.token;

import com.lantern.festival.member.Member;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** One token for all, until it expires. */
@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "cached", matchIfMissing = true)
class CachedTokens implements MessagingTokens {
    private final AccessTokens access;

    CachedTokens(AccessTokens access) {
        this.access = access;
    }

    @Override
    public String of(Member member, String fromClient) {
        return access.current();
    }
}
