import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * A service of a few lines for restore.sh with a pool of HikariCP over connections that lead nowhere, and workers of Tomcat. /knobs/NAME tells what one of them is, anything
 * else is answered after 10 ms with a connection. Its port is the first argument; -Dpool and -Dworkers are the sizes.
 */
public final class Knobs {
    private Knobs() {}

    public static void main(String[] args) throws Exception {
        var config = new HikariConfig();
        config.setPoolName("orders");
        config.setDataSource(nowhere(DataSource.class));
        config.setMaximumPoolSize(Integer.getInteger("pool", 10));
        var pool = new HikariDataSource(config);
        var queue = new TaskQueue();
        var threads = new TaskThreadFactory("http-nio-exec-", true, Thread.NORM_PRIORITY);
        var workers = new ThreadPoolExecutor(4, Integer.getInteger("workers", 16), 60, TimeUnit.SECONDS, queue, threads);
        queue.setParent(workers);
        var sizes = pool.getHikariConfigMXBean();
        Map<String, Supplier<String>> knobs = Map.of(
                "/knobs/pid", () -> "" + ProcessHandle.current().pid(),
                "/knobs/pool", () -> sizes.getMaximumPoolSize() + "/" + sizes.getMinimumIdle(),
                "/knobs/workers", () -> workers.getMaximumPoolSize() + "/" + workers.getCorePoolSize());
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 256);
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            var knob = knobs.get(exchange.getRequestURI().getPath());
            var bytes = (knob == null ? answer(pool) : knob.get()).getBytes();
            exchange.sendResponseHeaders(200, bytes.length);
            try (var out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
        server.start();
    }

    private static String answer(DataSource pool) throws IOException {
        try (var held = pool.getConnection()) {
            Thread.sleep(10);
            return held.isClosed() ? "closed" : "ok";
        } catch (SQLException | InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Says yes to what a pool asks a connection, and does nothing. */
    private static <T> T nowhere(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(Knobs.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            var returned = method.getReturnType();
            return switch (method.getName()) {
                case "getConnection" -> nowhere(Connection.class);
                case "isValid", "getAutoCommit" -> true;
                case "equals" -> self == args[0];
                case "toString" -> type.getSimpleName();
                case "hashCode" -> System.identityHashCode(self);
                default -> returned == int.class ? (Object) 0 : returned == boolean.class ? (Object) false : null;
            };
        }));
    }
}
