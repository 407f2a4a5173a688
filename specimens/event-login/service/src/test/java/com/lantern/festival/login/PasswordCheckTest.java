package com.lantern.festival.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PasswordCheckTest {
    // RFC 7914, section 11: password "passwd", salt "salt", one round
    private static final String HASH = "pbkdf2-sha256$1$c2FsdA==$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw=";

    private final PasswordCheck check = new PasswordCheck();

    @Test
    void takesTheRightPasswordOnly() {
        assertThat(check.matches("passwd", HASH)).isTrue();
        assertThat(check.matches("Passwd", HASH)).isFalse();
    }

    @Test
    void refusesWhatIsNoHash() {
        assertThatThrownBy(() -> check.matches("passwd", "plain")).isInstanceOf(IllegalArgumentException.class);
    }
}
