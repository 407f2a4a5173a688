package com.lantern.festival.login;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.springframework.stereotype.Component;

/** Checks passwords against {@code pbkdf2-sha256$ROUNDS$SALT$KEY}. */
@Component
class PasswordCheck {
    private static final String ALGORITHM = "PBKDF2WithHmacSHA256";

    boolean matches(String password, String hash) {
        var parts = hash.split("\\$");
        if (parts.length != 4 || !parts[0].equals("pbkdf2-sha256")) {
            throw new IllegalArgumentException("this is no hash of a password");
        }
        var expected = Base64.getDecoder().decode(parts[3]);
        var salt = Base64.getDecoder().decode(parts[2]);
        return MessageDigest.isEqual(expected, key(password, salt, Integer.parseInt(parts[1]), expected.length * Byte.SIZE));
    }

    private static byte[] key(String password, byte[] salt, int rounds, int bits) {
        try {
            var spec = new PBEKeySpec(password.toCharArray(), salt, rounds, bits);
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
