package com.paperlane.shop.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;

/** Decides when the body begins, since the type is known then. Closing it ends the body. */
class CompressedResponse extends HttpServletResponseWrapper implements AutoCloseable {
    private final Predicate<String> isWanted;
    private final int level;
    private long length = -1;
    private ServletOutputStream stream;
    private PrintWriter writer;

    CompressedResponse(HttpServletResponse response, Predicate<String> isWanted, int level) {
        super(response);
        this.isWanted = isWanted;
        this.level = level;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) {
            stream = open();
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            writer = new PrintWriter(new OutputStreamWriter(getOutputStream(), getCharacterEncoding()));
        }
        return writer;
    }

    private ServletOutputStream open() throws IOException {
        if (!isWanted.test(getContentType())) {
            if (length >= 0) {
                super.setContentLengthLong(length);
            }
            return super.getOutputStream();
        }
        super.setHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        super.addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return new Compressing(super.getOutputStream(), level);
    }

    @Override
    public void flushBuffer() throws IOException {
        if (writer != null) {
            writer.flush();
        }
        if (stream != null) {
            super.flushBuffer();
        }
    }

    /** The length of a body that is compressed is not known before its end. */
    @Override
    public void setContentLengthLong(long length) {
        this.length = length;
    }

    @Override
    public void setContentLength(int length) {
        this.length = length;
    }

    @Override
    public void addHeader(String name, String value) {
        if (name.equalsIgnoreCase(HttpHeaders.CONTENT_LENGTH)) {
            length = Long.parseLong(value);
        } else {
            super.addHeader(name, value);
        }
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            writer.close();
        } else if (stream != null) {
            stream.close();
        }
    }

    private static final class Compressing extends ServletOutputStream {
        private final OutputStream gzip;

        Compressing(OutputStream out, int level) throws IOException {
            this.gzip = new GZIPOutputStream(out, 8192) {
                {
                    def.setLevel(level);
                }
            };
        }

        @Override
        public void write(int b) throws IOException {
            gzip.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            gzip.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            gzip.close();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("answers are written by the thread of the request");
        }
    }
}
