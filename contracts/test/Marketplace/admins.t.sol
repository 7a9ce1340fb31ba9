// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Admins} from "../../src/Admins.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Platform} from "../../src/Platform.sol";
import {Settlement} from "../../src/Settlement.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {MarketBase} from "./MarketBase.sol";

contract MarketAdminsTest is MarketBase {
    function test_admins() public {
        assertTrue(market.hasAdmin(admin));
        assertEq(address(market.PLATFORM()), address(platform));
        vm.expectRevert(abi.encodeWithSelector(Admins.InvalidAdmin.selector, address(0)));
        new Marketplace(address(0), factory);
        vm.prank(admin);
        market.addAdmin(stranger);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        vm.prank(stranger);
        market.setPayableToken(NATIVE, false);
        vm.startPrank(stranger);
        market.acceptAdmin();
        market.setPayableToken(NATIVE, false);
        market.removeAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.LastAdmin.selector, stranger));
        market.removeAdmin(stranger);
    }

    function test_theNativeCoinIsPayableFromTheStart() public {
        Marketplace another = _newMarket(admin, factory);
        assertTrue(another.isPayableToken(NATIVE));
        assertFalse(another.isPayableToken(address(usdc)));
    }

    function test_aTokenKeepsItsIndexForGood() public {
        _listAt(address(nft), PRICE, address(usdc));
        _offer(PRICE, address(usdc));
        vm.startPrank(admin);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(address(usdc), false, 1);
        market.setPayableToken(address(usdc), false);
        assertFalse(market.isPayableToken(address(usdc)));
        market.setPayableToken(address(new TestUSDC()), true);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(address(usdc), true, 1);
        market.setPayableToken(address(usdc), true);
        vm.expectEmit(address(market));
        emit Marketplace.PayableTokenChanged(NATIVE, true, 0);
        market.setPayableToken(NATIVE, true);
        assertEq(market.getListedNFT(address(nft), ID).currency, address(usdc));
        assertEq(market.getOfferredNFT(address(nft), ID, buyer).currency, address(usdc));
    }

    function test_whatWasNeverEnabledCanBeStopped() public {
        vm.startPrank(admin);
        market.setPayableToken(stranger, false);
        assertFalse(market.isPayableToken(stranger));
    }

    function test_anAddressWithoutCodeIsNoToken() public {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenWithoutCode.selector, stranger));
        vm.prank(admin);
        market.setPayableToken(stranger, true);
    }

    function test_thereIsRoomFor255Tokens() public {
        vm.startPrank(admin);
        for (uint160 i = 3; i <= 255; ++i) {
            vm.etch(address(0x10000 + i), hex"00");
            market.setPayableToken(address(0x10000 + i), true);
        }
        address last = address(0x20000);
        vm.etch(last, hex"00");
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TooManyTokens.selector, 255));
        market.setPayableToken(last, true);
        vm.stopPrank();
        _listAt(address(nft), PRICE, address(0x10000 + 255));
        assertEq(market.getListedNFT(address(nft), ID).currency, address(0x10000 + 255));
    }

    /// @dev Stopping every currency is the pause: nothing comes in, everything can leave.
    function test_theWaysOutStayOpen() public {
        _list(address(usdc));
        _mint(seller, 8);
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(nft), 8, PRICE, NATIVE, EXPIRES);
        usdc.blacklist(seller);
        _purchase(address(nft), PRICE, address(usdc));
        vm.startPrank(admin);
        market.setPayableToken(NATIVE, false);
        market.setPayableToken(address(usdc), false);
        vm.stopPrank();

        vm.startPrank(buyer);
        nft.approve(address(market), ID);
        market.listNFT(address(nft), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        market.deListing(address(nft), ID);
        market.incrementCounter();
        market.cancelOffer(address(nft), 8, buyer);
        vm.stopPrank();
        vm.prank(seller);
        market.withdraw(address(usdc), stranger);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(address(market)), 0);
        assertEq(address(market).balance, 0);
    }

    // ---- Fees

    function _sellFor(address currency) private {
        _list(currency);
        _purchase(address(nft), PRICE, currency);
    }

    function test_anybodySendsTheFeesToTheTreasury() public {
        _sellFor(address(usdc));
        vm.expectEmit(address(market));
        emit Settlement.FeesWithdrawn(address(usdc), treasury, FEE, stranger);
        vm.prank(stranger);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(market.feesOf(address(usdc)), 0);
        assertEq(market.owedFees(address(usdc)), 0);
        // once
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
    }

    function test_feesOfSeveralSalesGather() public {
        for (uint256 i = 1; i <= 3; ++i) {
            _sellFor(NATIVE);
            assertEq(market.feesOf(NATIVE), FEE * i);
            vm.prank(buyer);
            nft.transferFrom(buyer, seller, ID);
        }
        market.withdrawFees(NATIVE);
        assertEq(treasury.balance, 3 * FEE);
    }

    function test_aChangedTreasuryGetsThemAll() public {
        _sellFor(NATIVE);
        vm.prank(admin);
        platform.setTreasury(creator);
        market.withdrawFees(NATIVE);
        assertEq(creator.balance, FEE);
        assertEq(treasury.balance, 0);
    }

    function test_aTreasuryThatCannotBePaid() public {
        _sellFor(address(usdc));
        usdc.blacklist(treasury);
        vm.expectRevert("Blacklistable: account is blacklisted");
        market.withdrawFees(address(usdc));
        assertEq(market.feesOf(address(usdc)), FEE);
        vm.prank(admin);
        platform.setTreasury(address(market));
        vm.expectRevert(abi.encodeWithSelector(Settlement.InvalidReceiver.selector, address(market)));
        market.withdrawFees(address(usdc));
        vm.prank(admin);
        platform.setTreasury(creator);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(creator), FEE);
    }

    /// @dev Offers, debts and fees lie in one balance; only fees leave this way.
    function test_nothingButFeesGoesToTheTreasury() public {
        usdc.blacklist(seller);
        _sellFor(address(usdc));
        vm.prank(stranger);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        market.withdrawFees(address(usdc));
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(usdc.balanceOf(address(market)), PRICE + PROCEEDS);
    }
}
