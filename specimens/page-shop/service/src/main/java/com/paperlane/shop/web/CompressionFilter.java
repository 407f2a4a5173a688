package com.paperlane.shop.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Compresses answers for clients that can read them so. */
@Component
class CompressionFilter extends OncePerRequestFilter {
    enum Kinds {
        TEXT,
        ALL
    }

    private final Kinds kinds;
    private final int level;

    CompressionFilter(@Value("${shop.compression.kinds}") Kinds kinds, @Value("${shop.compression.level}") int level) {
        this.kinds = kinds;
        this.level = level;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
        if (accepted == null || !accepted.contains("gzip")) {
            chain.doFilter(request, response);
            return;
        }
        try (CompressedResponse compressed = new CompressedResponse(response, this::isWanted, level)) {
            chain.doFilter(request, compressed);
        }
    }

    private boolean isWanted(String contentType) {
        return kinds == Kinds.ALL || contentType != null && (contentType.startsWith("text/") || contentType.contains("json"));
    }
}
