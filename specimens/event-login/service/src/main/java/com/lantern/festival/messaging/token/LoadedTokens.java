package com.lantern.festival.messaging.token;

import com.lantern.festival.member.Member;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "loaded")
class LoadedTokens implements MessagingTokens {
    private final ServiceAccount account;

    LoadedTokens(ServiceAccount account) {
        this.account = account;
    }

    @Override
    public String of(Member member, String fromClient) {
        try {
            var credentials = account.load();
            credentials.refreshIfExpired();
            return credentials.getAccessToken().getTokenValue();
        } catch (IOException e) {
            throw new TokenUnavailableException(e);
        }
    }
}
