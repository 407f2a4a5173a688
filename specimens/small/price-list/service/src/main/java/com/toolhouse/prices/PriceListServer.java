package com.toolhouse.prices;

import com.toolhouse.prices.catalogue.Catalogue;
import com.toolhouse.prices.delivery.Carrier;
import com.toolhouse.prices.label.LabelQueue;
import com.toolhouse.prices.web.ExportServlet;
import com.toolhouse.prices.web.HealthServlet;
import com.toolhouse.prices.web.LabelServlet;
import com.toolhouse.prices.web.OfferServlet;
import com.toolhouse.prices.web.PricesServlet;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells customers what things cost them. */
public final class PriceListServer {
    private static final Logger LOG = LoggerFactory.getLogger(PriceListServer.class);

    private PriceListServer() {}

    public static void main(String[] args) throws Exception {
        Settings settings = Settings.from(System.getenv());
        Catalogue catalogue = Catalogue.read(settings.export());
        LOG.info("{} articles, {} agreed prices", catalogue.articles().size(), catalogue.agreedPrices());

        Carrier carrier = Carrier.of(settings.carrier(), settings.carrierUrl());

        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Path.of("tomcat").toAbsolutePath().toString());
        tomcat.setConnector(connector(settings));
        Context context = tomcat.addContext("", null);
        serve(context, "/health", new HealthServlet());
        serve(context, "/prices/*", new PricesServlet(catalogue));
        serve(context, "/export/*", new ExportServlet(catalogue, carrier));
        serve(context, "/offers/*", new OfferServlet(catalogue, carrier));
        serve(context, "/labels/*", new LabelServlet(LabelQueue.of(settings.labelQueue())));
        tomcat.start();
        tomcat.getServer().await();
    }

    private static Connector connector(Settings settings) {
        int threads = settings.threadsPerCpu() * Runtime.getRuntime().availableProcessors();
        Connector connector = new Connector("HTTP/1.1");
        connector.setPort(settings.port());
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", Integer.toString(threads));
        connector.setProperty("acceptCount", Integer.toString(settings.acceptCount()));
        connector.setProperty("maxKeepAliveRequests", settings.keepAlive() ? "-1" : "1");
        LOG.info("{} workers", threads);
        return connector;
    }

    private static void serve(Context context, String path, Servlet servlet) {
        String name = servlet.getClass().getSimpleName();
        Tomcat.addServlet(context, name, servlet).setAsyncSupported(true);
        context.addServletMappingDecoded(path, name);
    }
}
