package com.toolhouse.prices.delivery;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC with the key that the carrier gave us. A {@link Mac} must not be used by two threads at once. */
final class Signatures {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] KEY = "a key of the test account".getBytes(StandardCharsets.UTF_8);

    private final Mac mac;

    Signatures() {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(KEY, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    String of(String text) {
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }
}
