package com.lantern.festival.messaging.token;

import com.google.auth.oauth2.GoogleCredentials;
import com.lantern.festival.member.Member;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The account is loaded once, and a new token fetched for each login. */
@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "exchanged")
class ExchangedTokens implements MessagingTokens {
    private final GoogleCredentials credentials;

    ExchangedTokens(AccessTokens access) {
        credentials = access.credentials();
    }

    @Override
    public String of(Member member, String fromClient) {
        try {
            return credentials.refreshAccessToken().getTokenValue();
        } catch (IOException e) {
            throw new TokenUnavailableException(e);
        }
    }
}
