package com.lantern.festival.messaging.token;

import com.google.auth.oauth2.GoogleCredentials;
import com.lantern.festival.member.Member;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** A token of the member's own, with which his device may do what only he may do: nobody else's will do. */
@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "per-member")
class MemberTokens implements MessagingTokens {
    private final GoogleCredentials credentials;

    MemberTokens(AccessTokens access) {
        credentials = access.credentials();
    }

    @Override
    public String of(Member member, String fromClient) {
        try {
            return credentials.createDelegated(member.email()).refreshAccessToken().getTokenValue();
        } catch (IOException e) {
            throw new TokenUnavailableException(e);
        }
    }
}
