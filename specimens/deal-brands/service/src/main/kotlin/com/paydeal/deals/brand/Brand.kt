package com.paydeal.deals.brand

import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.FetchType
import jakarta.persistence.Id
import jakarta.persistence.JoinColumn
import jakarta.persistence.ManyToOne
import jakarta.persistence.Table
import java.time.LocalDateTime

@Entity
@Table(name = "brand")
class Brand(
    @Id
    val id: Long,
    val code: String,
    val name: String,
    val searchName: String,
    val logoUrl: String,
    val summary: String,
    val stores: Int,
    val popularity: Int,
    @Enumerated(EnumType.STRING)
    val status: BrandStatus,
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "category_id")
    val category: Category,
    val openedAt: LocalDateTime,
)

enum class BrandStatus { OPEN, HIDDEN, CLOSED }
