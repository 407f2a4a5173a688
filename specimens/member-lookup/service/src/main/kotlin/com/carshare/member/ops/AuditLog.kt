package com.carshare.member.ops

import ch.qos.logback.classic.Logger
import ch.qos.logback.classic.LoggerContext
import ch.qos.logback.classic.encoder.PatternLayoutEncoder
import ch.qos.logback.classic.spi.ILoggingEvent
import ch.qos.logback.core.OutputStreamAppender
import jakarta.servlet.FilterChain
import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import org.slf4j.LoggerFactory
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import org.springframework.web.filter.OncePerRequestFilter
import java.io.FileOutputStream
import java.io.FilterOutputStream

/** Who looked at whose data, before and after: nothing of it may be lost, so every line goes to the disk at once. */
@Component
@ConditionalOnProperty("member.audit-log", havingValue = "true")
class AuditLog : OncePerRequestFilter() {
    private val audit = auditLogger()

    override fun doFilterInternal(request: HttpServletRequest, response: HttpServletResponse, chain: FilterChain) {
        audit.info("{} asked {}", request.remoteAddr, request.requestURI)
        chain.doFilter(request, response)
        audit.info("{} got {} for {}", request.remoteAddr, response.status, request.requestURI)
    }
}

private fun auditLogger(): Logger {
    val context = LoggerFactory.getILoggerFactory() as LoggerContext
    val lines = PatternLayoutEncoder().also {
        it.context = context
        it.pattern = "%d %msg%n"
        it.start()
    }
    val file = OutputStreamAppender<ILoggingEvent>().also {
        it.context = context
        it.encoder = lines
        it.outputStream = OnDisk(FileOutputStream("audit.log", true))
        it.start()
    }
    return context.getLogger("audit").also {
        it.isAdditive = false
        it.addAppender(file)
    }
}

/** A flush returns when the disk has it. */
private class OnDisk(private val file: FileOutputStream) : FilterOutputStream(file) {
    override fun write(bytes: ByteArray, from: Int, length: Int) = file.write(bytes, from, length)

    override fun flush() = file.channel.force(false)
}
