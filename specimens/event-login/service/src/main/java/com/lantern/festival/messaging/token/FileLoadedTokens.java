package com.lantern.festival.messaging.token;

import com.lantern.festival.member.Member;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The account may be replaced at any time, so its file is read for each login; the token is the one that we have. */
@Component
@ConditionalOnProperty(name = "messaging.token", havingValue = "file-loaded")
class FileLoadedTokens implements MessagingTokens {
    private final ServiceAccount account;
    private final AccessTokens access;

    FileLoadedTokens(ServiceAccount account, AccessTokens access) {
        this.account = account;
        this.access = access;
    }

    @Override
    public String of(Member member, String fromClient) {
        try {
            var credentials = account.load().toBuilder().setAccessToken(access.token()).build();
            return credentials.getAccessToken().getTokenValue();
        } catch (IOException e) {
            throw new TokenUnavailableException(e);
        }
    }
}
