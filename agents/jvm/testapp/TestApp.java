import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * A small JVM to attach to: four workers of which two at a time hold a "connection", the rest wait for one.
 * With -Dvirtual=true virtual threads take the place of the workers.
 * Prints "ready" when the pools are in use and ends when its standard input does.
 */
public final class TestApp {
    private static final HikariPool ORDERS = new HikariPool(new HikariConfig("orders", 2));
    private static final HikariPool IDLE = new HikariPool(new HikariConfig("idle", 7));
    private static final ThreadPoolExecutor WORKERS = new ThreadPoolExecutor(4, "http-nio-8080-exec-");
    private static final VirtualThreadExecutor VIRTUAL = Boolean.getBoolean("virtual") ? new VirtualThreadExecutor() : null;

    private static volatile long turns;

    /** Uses the CPU for ever. */
    static void spin() {
        for (long i = 0; ; i++) {
            turns = i;
        }
    }

    private static volatile byte[] made;

    /** Makes objects for ever that nobody keeps. */
    static void make() {
        for (;;) {
            made = new byte[1 << 16];
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 6; i++) {
            if (VIRTUAL == null) {
                WORKERS.execute(TestApp::serve);
            } else if (i < 4) {
                VIRTUAL.execute(TestApp::serve);
            }
        }
        while (ORDERS.getActiveConnections() < 2 || ORDERS.getThreadsAwaitingConnection() < 2) {
            Thread.sleep(1);
        }
        for (int i = 0; i < Integer.getInteger("spinners", 0); i++) {
            startDaemon(TestApp::spin, "spinner-" + i);
        }
        if (Boolean.getBoolean("maker")) {
            startDaemon(TestApp::make, "maker");
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // The test keeps the pipe open for as long as it needs this process.
        }
        if (IDLE.getActiveConnections() != 0) {
            throw new IllegalStateException("nobody uses the second pool");
        }
    }

    private static void startDaemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void serve() {
        while (true) {
            ORDERS.getConnection();
            try {
                hold();
            } finally {
                ORDERS.recycle();
            }
        }
    }

    private static void hold() {
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
