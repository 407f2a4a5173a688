import java.lang.management.ManagementFactory;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.springframework.security.crypto.bcrypt.BCrypt;

/** CPU of one password hash at the least cost that OWASP advises, milliseconds: the fifth of five, when the code is compiled. */
public final class Hashes {
    private Hashes() {}

    interface Hash {
        void make() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        told("bcrypt, cost 10", () -> BCrypt.hashpw("correct horse", BCrypt.gensalt(10)));
        told("PBKDF2-HMAC-SHA-256, 600,000", () -> derive("PBKDF2WithHmacSHA256", 600_000));
        told("PBKDF2-HMAC-SHA-512, 210,000", () -> derive("PBKDF2WithHmacSHA512", 210_000));
    }

    private static void derive(String algorithm, int passes) throws Exception {
        var key = new PBEKeySpec("correct horse".toCharArray(), "salt of sixteen!".getBytes(), passes, 256);
        SecretKeyFactory.getInstance(algorithm).generateSecret(key);
    }

    private static void told(String what, Hash hash) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long took = 0;
        for (int i = 0; i < 5; i++) {
            long before = threads.getCurrentThreadCpuTime();
            hash.make();
            took = threads.getCurrentThreadCpuTime() - before;
        }
        System.out.printf("Java %s | %s | %.0f%n", System.getProperty("java.version"), what, took / 1e6);
    }
}
