package com.toolhouse.prices.audit;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import java.io.IOException;

/** A file appender whose lines survive a power cut: each is forced to the disk before the logger returns. */
public class SureFileAppender extends FileAppender<ILoggingEvent> {
    @Override
    protected void writeOut(ILoggingEvent event) throws IOException {
        super.writeOut(event);
        if (getOutputStream() instanceof ResilientFileOutputStream file) {
            file.flush();
            file.getChannel().force(false);
        }
    }
}
