package com.carshare.member.lookup

import com.carshare.member.member.Agreement
import com.carshare.member.member.Member
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone

/** SimpleDateFormat is not thread-safe, hence the lock. */
@Component
@ConditionalOnProperty("member.synchronized-formatter", havingValue = "true")
class SharedFormatDocumentLines : DocumentLines {
    private val format = SimpleDateFormat("EEEE, d MMMM yyyy HH:mm", Locale.UK).apply {
        timeZone = TimeZone.getTimeZone("UTC")
    }

    @Synchronized
    override fun of(member: Member): List<String> =
        member.agreements.sortedBy(Agreement::id).map {
            "${it.document} v${it.version}, agreed ${format.format(Date.from(it.agreedAt))}"
        }
}
