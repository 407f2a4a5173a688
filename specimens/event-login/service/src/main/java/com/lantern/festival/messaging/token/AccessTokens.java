package com.lantern.festival.messaging.token;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** Our own access to the provider: loaded once, and fetched anew when it expires. A wrong account ends the start, not the first login. */
@Component
public class AccessTokens {
    private final GoogleCredentials credentials;

    AccessTokens(ServiceAccount account) throws IOException {
        credentials = account.load();
        credentials.refreshIfExpired();
    }

    GoogleCredentials credentials() {
        return credentials;
    }

    public String current() {
        return token().getTokenValue();
    }

    AccessToken token() {
        try {
            credentials.refreshIfExpired();
            return credentials.getAccessToken();
        } catch (IOException e) {
            throw new TokenUnavailableException(e);
        }
    }
}
