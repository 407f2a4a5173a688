import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A service of a few lines for attach.sh: sixteen workers that make some objects for each answer. Its port is the first argument. */
public final class Service {
    private Service() {}

    public static void main(String[] args) throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        var server = HttpServer.create(address, 256);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", exchange -> {
            var body = new StringBuilder();
            for (int line = 0; line < 50; line++) {
                body.append("line ").append(line).append('\n');
            }
            var bytes = body.toString().getBytes();
            exchange.sendResponseHeaders(200, bytes.length);
            try (var out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
        server.start();
    }
}
