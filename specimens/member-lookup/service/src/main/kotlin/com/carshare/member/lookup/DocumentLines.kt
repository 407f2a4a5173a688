package com.carshare.member.lookup

import com.carshare.member.member.Agreement
import com.carshare.member.member.Member
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.Locale

/** The lines the app shows under "my documents", one per agreement. */
interface DocumentLines {
    fun of(member: Member): List<String>
}

@Component
@ConditionalOnProperty("member.synchronized-formatter", havingValue = "false")
class JavaTimeDocumentLines : DocumentLines {
    private val format = DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy HH:mm", Locale.UK).withZone(ZoneOffset.UTC)

    override fun of(member: Member): List<String> =
        member.agreements.sortedBy(Agreement::id).map {
            "${it.document} v${it.version}, agreed ${format.format(it.agreedAt)}"
        }
}
