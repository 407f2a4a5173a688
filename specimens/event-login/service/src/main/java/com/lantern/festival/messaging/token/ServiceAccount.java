package com.lantern.festival.messaging.token;

import com.google.auth.oauth2.GoogleCredentials;
import com.lantern.festival.messaging.MessagingSettings;
import java.io.IOException;
import java.nio.file.Files;
import org.springframework.stereotype.Component;

/** The file by which the provider knows us. */
@Component
class ServiceAccount {
    private final MessagingSettings settings;

    ServiceAccount(MessagingSettings settings) {
        this.settings = settings;
    }

    /** Credentials that have fetched no token yet. */
    GoogleCredentials load() throws IOException {
        try (var file = Files.newInputStream(settings.accountFile())) {
            return GoogleCredentials.fromStream(file).createScoped(settings.scope());
        }
    }
}
