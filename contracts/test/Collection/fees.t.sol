// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {NumberedSettlement, Settlement} from "../../src/Settlement.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev How changes of the platform fee affect a collection, and what happens to payments that fail.
contract CollectionFeesTest is CollectionBase {
    function _buy(address currency, uint256 price) private {
        Collection.Voucher memory voucher = _voucher(currency, price);
        _redeem(voucher, _sign(voucher));
    }

    function test_aRaisedFeeDoesNotApplyToExistingCollections() public {
        vm.startPrank(owner);
        platform.setDefaultFees(2000);
        platform.setCustomFees(creator, 2000);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Collection.FeeNotLower.selector, 2000, FEE_BPS));
        collection.lowerFee();
        _buy(NATIVE, 1 ether);
        assertEq(creator.balance, 0.9 ether);
    }

    function test_lowerFee_appliesALowerFee() public {
        vm.prank(owner);
        platform.setCustomFees(creator, 250);
        // anybody may call lowerFee; existing vouchers then pay the creator more
        vm.expectEmit(address(collection));
        emit Collection.FeeChanged(250);
        vm.prank(stranger);
        collection.lowerFee();
        assertEq(collection.feeBps(), 250);
        vm.expectRevert(abi.encodeWithSelector(Collection.FeeNotLower.selector, 250, 250));
        collection.lowerFee();
        _buy(NATIVE, 1 ether);
        assertEq(creator.balance, 0.975 ether);
        assertEq(treasury.balance, 0.025 ether);
    }

    function testFuzz_theFeeNeverRises(uint16[8] calldata fees) public {
        uint256 lowest = FEE_BPS;
        for (uint256 i = 0; i < fees.length; ++i) {
            uint256 next = fees[i] % 2001;
            vm.prank(owner);
            if (i % 2 == 0) platform.setDefaultFees(next);
            else platform.setCustomFees(creator, next);
            (uint256 current,) = platform.getPlatformFees(creator);
            if (current >= lowest) vm.expectRevert(abi.encodeWithSelector(Collection.FeeNotLower.selector, current, lowest));
            else lowest = current;
            collection.lowerFee();
            assertEq(collection.feeBps(), lowest);
        }
    }

    function testFuzz_splitAddsUpToThePrice(uint256 price, uint256 feeBps) public {
        (price, feeBps) = (bound(price, 0, 1e30), bound(feeBps, 0, 2000));
        vm.prank(owner);
        platform.setCustomFees(creator, feeBps);
        collection = _newCollection(creator, "another");
        _buy(NATIVE, price);
        assertEq(treasury.balance, price * feeBps / 10_000);
        assertEq(creator.balance + treasury.balance, price);
    }

    function test_paysTheCurrentTreasury() public {
        vm.prank(owner);
        platform.setTreasury(stranger);
        _buy(NATIVE, 1 ether);
        assertEq(stranger.balance, 0.1 ether);
        assertEq(treasury.balance, 0);
    }

    // ---- Payments that fail

    function test_recordsADebtToABlacklistedCreator() public {
        usdc.blacklist(creator);
        vm.expectEmit(address(collection));
        emit NumberedSettlement.Owed(ID, address(usdc), creator, PRICE - FEE);
        _buy(address(usdc), PRICE);
        assertEq(collection.ownerOf(ID), buyer);
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(collection.owed(address(usdc), creator), PRICE - FEE);
        vm.prank(creator);
        assertEq(collection.withdraw(address(usdc), stranger), PRICE - FEE);
        assertEq(usdc.balanceOf(stranger), PRICE - FEE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, usdc, creator));
        vm.prank(creator);
        collection.withdraw(address(usdc), stranger);
    }

    /// @dev A creator that transfers the collection keeps what it is owed.
    function test_onlyTheCreditorWithdrawsADebt() public {
        usdc.blacklist(creator);
        _buy(address(usdc), PRICE);
        _enableCreator(stranger);
        vm.prank(creator);
        collection.transferCreator(stranger);
        vm.startPrank(stranger);
        collection.acceptCreator();
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, usdc, stranger));
        collection.withdraw(address(usdc), stranger);
        vm.stopPrank();
        vm.prank(creator);
        collection.withdraw(address(usdc), royalties);
        assertEq(usdc.balanceOf(royalties), PRICE - FEE);
    }

    function test_recordsADebtToACreatorThatRefusesCoin() public {
        HostileHolder wallet = new HostileHolder(creator);
        vm.prank(admin);
        platform.addCreator(address(wallet));
        collection = Collection(
            abi.decode(wallet.run(address(factory), 0, abi.encodeCall(factory.createCollection, (_terms(), SALT))), (address))
        );
        wallet.onMoney(HostileHolder.Part.Reverts);
        _buy(NATIVE, 1 ether);
        assertEq(collection.owed(NATIVE, address(wallet)), 0.9 ether);
        wallet.run(address(collection), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, royalties)));
        assertEq(royalties.balance, 0.9 ether);
        assertEq(address(collection).balance, 0);
    }

    function test_withdrawFees_paysOwedFeesToTheCurrentTreasury() public {
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, usdc, treasury));
        collection.withdrawFees(address(usdc));
        usdc.blacklist(treasury);
        vm.expectEmit(address(collection));
        emit NumberedSettlement.FeeOwed(ID, address(usdc), FEE);
        _buy(address(usdc), PRICE);
        assertEq(collection.owedFees(address(usdc)), FEE);
        assertEq(usdc.balanceOf(creator), PRICE - FEE);
        // the fees stay owed while the treasury cannot receive
        vm.expectRevert("Blacklistable: account is blacklisted");
        collection.withdrawFees(address(usdc));
        vm.prank(owner);
        platform.setTreasury(royalties);
        vm.expectEmit(address(collection));
        emit Settlement.FeesWithdrawn(address(usdc), royalties, FEE, stranger);
        vm.prank(stranger);
        collection.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(royalties), FEE);
        assertEq(collection.owedFees(address(usdc)), 0);
    }

    /// @dev If a creditor becomes the treasury, `withdrawFees` does not pay out the debt to that account.
    function test_keepsDebtsToATreasuryApartFromFees() public {
        usdc.blacklist(creator);
        _buy(address(usdc), PRICE);
        vm.prank(owner);
        platform.setTreasury(creator);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, usdc, creator));
        collection.withdrawFees(address(usdc));
        assertEq(collection.owed(address(usdc), creator), PRICE - FEE);
    }

    function test_recordsDebtsWhenATokenMisbehaves() public {
        HostileToken token = new HostileToken();
        vm.prank(owner);
        platform.setPayableToken(address(token), true);
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(collection), type(uint256).max);
        HostileToken.Part[4] memory parts = [
            HostileToken.Part.AnswersFalse,
            HostileToken.Part.Reverts,
            HostileToken.Part.BurnsGas,
            HostileToken.Part.RevertsWithMegabyte
        ];
        for (uint256 i = 0; i < parts.length; ++i) {
            token.act(parts[i], creator);
            Collection.Voucher memory voucher = _voucher(address(token), PRICE);
            voucher.tokenId = i;
            _redeem(voucher, _sign(voucher));
            assertEq(collection.ownerOf(i), buyer);
            assertEq(collection.owed(address(token), creator), (PRICE - FEE) * (i + 1));
        }
        assertEq(token.balanceOf(treasury), FEE * 4);
    }

    /// @dev The creator is paid first, and burns gas in the transaction but not in the estimate, which has no gas price. The gas limit
    /// the app sends (the estimate plus a fifth) is still enough for the fee.
    function test_redeemSucceedsWhenTheCreatorBurnsGasAfterTheEstimate() public {
        HostileToken token = new HostileToken();
        vm.prank(owner);
        platform.setPayableToken(address(token), true);
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(collection), type(uint256).max);
        token.act(HostileToken.Part.BurnsAtGasPrice, creator);
        Collection.Voucher memory voucher = _voucher(address(token), PRICE);
        bytes memory data = abi.encodeCall(Collection.redeem, (voucher, ID, buyer, _sign(voucher)));
        uint256 snapshot = vm.snapshotState();
        (uint256 low, uint256 high) = (20_000, 3_000_000);
        vm.txGasPrice(0);
        while (high - low > 10) {
            uint256 middle = (low + high) / 2;
            vm.prank(buyer);
            (bool ok,) = address(collection).call{gas: middle}(data);
            if (ok) high = middle;
            else low = middle;
            vm.revertToState(snapshot);
        }
        vm.txGasPrice(1 gwei);
        vm.prank(buyer);
        (bool redeemed,) = address(collection).call{gas: high * 12 / 10}(data);
        assertTrue(redeemed, "blocked by the creator");
        assertEq(collection.ownerOf(ID), buyer);
        assertEq(collection.owed(address(token), creator), PRICE - FEE);
        assertEq(token.balanceOf(treasury), FEE);
    }

    /// @dev The caller of redeem cannot turn the creator's payment into a debt by limiting the gas.
    function testFuzz_tooLittleGasNeverCreatesADebt(uint256 gas) public {
        gas = bound(gas, 30_000, 700_000);
        Collection.Voucher memory voucher = _voucher(address(usdc), PRICE);
        bytes memory data = abi.encodeCall(Collection.redeem, (voucher, ID, buyer, _sign(voucher)));
        vm.prank(buyer);
        (bool ok,) = address(collection).call{gas: gas}(data);
        assertEq(collection.owed(address(usdc), creator), 0);
        assertEq(collection.owedFees(address(usdc)), 0);
        assertEq(usdc.balanceOf(creator), ok ? PRICE - FEE : 0);
    }

    /// @dev A collection accepts native coin only as a price.
    function test_rejectsUnexpectedCoin() public {
        vm.prank(buyer);
        (bool ok,) = address(collection).call{value: 1}("");
        assertFalse(ok);
    }
}
